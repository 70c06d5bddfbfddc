package pool

import "koblitz.dev/lab/internal/reference"

const outpointSize = 36

func (t *tuple) outpoint() []byte { return t.msg64[:outpointSize] }

// silentSendRow pays recipients whose scan keys are those of the tuples beside it,
// with the spend key of the tuple after each. The taproot input has the tuple's
// further scalar for a key.
func silentSendRow(b *block, i int) (Row, error) {
	t := b.at(i)
	recipients := make([][2]*reference.Key, sendSize)
	fields := [][]byte{t.outpoint(), t.secret, t.scalar}
	others := b.beside(i, sendSize+1)
	for j := range recipients {
		scan, spend := others[j], others[j+1]
		recipients[j] = [2]*reference.Key{scan.key, spend.key}
		fields = append(fields, scan.pub, spend.pub)
	}
	sender, err := reference.NewSilentSender(t.outpoint(), t.secret, t.scalar)
	if err != nil {
		return Row{}, err
	}
	r, err := row(exact(sender.SilentOutputsOf(recipients)), fields...)
	return confirmed("silentpayments_send_100", i/heavyShare, r, err)
}

// silentReceiver takes the tuple's key for scanning, and those beside it for
// spending, for the label and for the inputs.
func silentReceiver(b *block, i int) (*reference.SilentReceiver, [][]byte, error) {
	t, others := b.at(i), b.beside(i, scanSize+3)
	spend, label, input := others[0], others[1], others[2]
	r, err := reference.NewSilentReceiver(t.secret, spend.pub, input.pub, t.outpoint(), label.pub, label.secret)
	return r, [][]byte{t.secret, spend.pub, input.pub, t.outpoint(), label.pub, label.secret}, err
}

// strangers are outputs that are not the recipient's of silentReceiver.
func strangers(b *block, i int) [][]byte {
	var list [][]byte
	for _, t := range b.beside(i, scanSize+3)[3:] {
		list = append(list, t.pub)
	}
	return list
}

// silentScanRow has one or two outputs for the recipient, with and without the
// label, among others.
func silentScanRow(b *block, i int) (Row, error) {
	receiver, fields, err := silentReceiver(b, i)
	if err != nil {
		return Row{}, err
	}
	outputs := strangers(b, i)
	r := b.seed.stream("outputs of "+b.name, i)
	first := r.intn(scanSize)
	mine := []int{first, (first + 1 + r.intn(scanSize-1)) % scanSize}
	for k := range 1 + i%2 {
		if outputs[mine[k]], err = receiver.Output(k, r.intn(2) == 1); err != nil {
			return Row{}, err
		}
	}
	found, err := receiver.Scan(outputs)
	return rowOf(found, err, append(fields, outputs...)...)
}

// answerSend is the answer to a row of silentpayments_send_100.
func answerSend(f [][]byte) ([]byte, error) {
	sender, err := reference.NewSilentSender(f[0], f[1], f[2])
	if err != nil {
		return nil, err
	}
	var recipients [][2][]byte
	for j := 3; j < len(f); j += 2 {
		recipients = append(recipients, [2][]byte{f[j], f[j+1]})
	}
	return sender.SilentOutputs(recipients)
}
