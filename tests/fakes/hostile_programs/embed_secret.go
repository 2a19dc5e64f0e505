// It got out if the compiler reads files for it.
// It ends: not-compiled.
package main

import (
	_ "embed"
	"fmt"
)

//go:embed SECRET
var secret string

func main() { fmt.Println("GOT OUT", secret) }
