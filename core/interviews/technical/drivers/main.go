package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
)

func raconteurTell(line string) {
	fmt.Fprintf(os.Stdout, "\n%s\n", line)
}

func raconteurSpoken(value any) map[string]any {
	if list := reflect.ValueOf(value); list.Kind() == reflect.Slice && list.IsNil() {
		value = []int{}
	}
	if _, err := json.Marshal(value); err != nil {
		return map[string]any{"strange": err.Error()}
	}
	return map[string]any{"value": value}
}

func main() {
	var asked struct {
		Marker string
		Cases  []struct{ Args []json.RawMessage }
	}
	if json.NewDecoder(bufio.NewReader(os.Stdin)).Decode(&asked) != nil {
		return
	}
	for number, each := range asked.Cases {
		@ARGUMENTS@
		raconteurTell(fmt.Sprintf("%s begin %d", asked.Marker, number))
		told := func() (told map[string]any) {
			defer func() {
				if failed := recover(); failed != nil {
					told = map[string]any{"raised": "panic", "message": fmt.Sprint(failed)}
				}
			}()
			return raconteurSpoken(@CALL@)
		}()
		text, _ := json.Marshal(told)
		raconteurTell(fmt.Sprintf("%s end %d %s", asked.Marker, number, text))
	}
}
