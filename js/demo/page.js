// The page: starts the Worker, and draws what it says.

import * as koblitz from 'koblitz';

const COUNT = Number(new URLSearchParams(location.search).get('events') ?? 10000);
const $ = (id) => document.getElementById(id);
const rates = [];

function draw() {
  const most = Math.max(...rates);
  const step = 600 / Math.max(1, rates.length - 1);
  const points = rates.map((rate, i) => `${i * step},${200 - (180 * rate) / most}`);
  $('line').setAttribute('points', points.join(' '));
  $('most').textContent = `${Math.round(most)} events per second`;
}

$('count').textContent = `${COUNT}`;
$('made').max = $('verified').max = COUNT;

const worker = new Worker('worker.js', { type: 'module' });
worker.onerror = (error) => finish({ error: error.message ?? 'the Worker failed' });
worker.onmessage = ({ data }) => {
  if (data.made) $('made').value = data.made;
  if (data.verified) {
    $('verified').value = data.verified;
    rates.push(data.rate);
    draw();
  }
  if (data.done) finish(data.done);
};
worker.postMessage(COUNT);

/** Shows the result, and sends it to the server of the page. */
function finish(result) {
  // One of the events on the page's own thread, by the module inlined.
  const main = result.sample ? [...koblitz.verifyEvents([result.sample])] : [];
  $('engine').textContent = `${koblitz.engineName()}, ${result.engine} in the Worker`;
  $('result').textContent = result.error ?? `${result.valid} of ${COUNT} events are valid.`;
  const report = { ...result, main, drawn: $('line').points.length, shown: $('verified').value };
  fetch('done', { method: 'POST', body: JSON.stringify(report) });
}
