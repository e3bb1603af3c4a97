// Whether the server in this container is alive, as an exit status: 0 or 1. With the argument `ready`: whether it accepts requests.
const at = process.argv[2] === 'ready' ? 'readyz' : 'healthz'
const url = `http://127.0.0.1:${process.env.PORT || 3000}/${at}`
const isWell = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
  (answer) => answer.ok,
  () => false,
)
process.exit(isWell ? 0 : 1)
