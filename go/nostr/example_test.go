package nostr_test

import (
	"encoding/json"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/nostr"
	"koblitz.dev/secp256k1/schnorr"
)

// What a relay does with each line that it gets.
func ExampleEvent_Verify() {
	var key secp256k1.SecretKey
	var pair schnorr.KeyPair
	key.Generate()
	if err := pair.SetSecretKey(&key); err != nil {
		fmt.Println(err)
	}
	note := nostr.Event{CreatedAt: 1700000000, Kind: 1, Content: "hello"}
	if err := note.Sign(&pair, nil); err != nil {
		fmt.Println(err)
	}
	line, _ := json.Marshal(note)

	event, err := nostr.ParseEvent(line)
	if err == nil {
		err = event.Verify()
	}
	fmt.Println(event.Kind, event.Content, err)
	event.Content = "bye"
	fmt.Println(event.Verify())
	// Output:
	// 1 hello <nil>
	// nostr: id is not the SHA-256 of the event
}
