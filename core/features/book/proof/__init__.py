"""The book as a proof: pages in the browser on which its person sees it as it will print, and changes it."""
