package main

import (
	raconteurJSON "encoding/json"
	raconteurFmt "fmt"
	raconteurOS "os"
	raconteurReflect "reflect"
	raconteurRuntime "runtime"
	raconteurStrings "strings"
)

type raconteurRequest struct {
	Marker string
	Cases  []struct {
		Number int
		Args   []raconteurJSON.RawMessage
	}
}

type raconteurTold map[string]interface{}

// All is read before any line of the candidate's runs: the variables of this file come first.
var raconteurAsked = raconteurRead()

func raconteurRead() raconteurRequest {
	var raconteurFound raconteurRequest
	if raconteurJSON.NewDecoder(raconteurOS.Stdin).Decode(&raconteurFound) != nil {
		raconteurOS.Exit(1)
	}
	return raconteurFound
}

func raconteurTell(line string) {
	raconteurFmt.Fprintf(raconteurOS.Stdout, "\n%s %s\n", raconteurAsked.Marker, line)
}

func raconteurSpoken(value interface{}) raconteurTold {
	if list := raconteurReflect.ValueOf(value); list.Kind() == raconteurReflect.Slice && list.IsNil() {
		value = []int{}
	}
	if _, err := raconteurJSON.Marshal(value); err != nil {
		return raconteurTold{"strange": err.Error()}
	}
	return raconteurTold{"value": value}
}

func raconteurLine() int {
	places := make([]uintptr, 64)
	frames := raconteurRuntime.CallersFrames(places[:raconteurRuntime.Callers(1, places)])
	for {
		frame, more := frames.Next()
		if raconteurStrings.HasSuffix(frame.File, "solution.go") {
			return frame.Line
		}
		if !more {
			return 0
		}
	}
}

func raconteurTry(raconteurNumber int, raconteurCall func() interface{}) {
	raconteurTell(raconteurFmt.Sprintf("begin %d", raconteurNumber))
	told := func() (told raconteurTold) {
		defer func() {
			if failed := recover(); failed != nil {
				told = raconteurTold{"raised": "panic", "message": raconteurFmt.Sprint(failed), "line": raconteurLine()}
			}
		}()
		return raconteurSpoken(raconteurCall())
	}()
	text, _ := raconteurJSON.Marshal(told)
	raconteurTell(raconteurFmt.Sprintf("end %d %s", raconteurNumber, text))
}

func main() {
	for _, raconteurEach := range raconteurAsked.Cases {
		@ARGUMENTS@
		raconteurTry(raconteurEach.Number, func() interface{} { return @CALL@ })
	}
}
