// It got out if it runs for ever.
// It ends: time.
package main

func main() {
	for n := 0; n < 1000; n++ {
		go func() {
			for {
			}
		}()
	}
	select {}
}
