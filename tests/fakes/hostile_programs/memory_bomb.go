// It got out if it takes all memory.
// It ends: memory, killed, finished, time.
package main

func main() {
	var kept [][]byte
	for {
		part := make([]byte, 8<<20)
		for n := range part {
			part[n] = 1
		}
		kept = append(kept, part)
	}
}
