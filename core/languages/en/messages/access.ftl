# Who may come in: to those whose invitation opens nothing, and to those who were invited to something.

stranger-invited = This invitation no longer works. Please ask the person who sent it for a new one. If they ask for your number, it’s { $id }.
invited = You’re invited to an interview: “{ $title }”. Ready to start?
