import { install } from './world/runtime.ts'

// Before any module of the server is loaded: from now on clocks, timers, chance and sockets can be simulated ones.
install()
const { simulate } = await import('./simulate.ts')
process.exitCode = await simulate(process.argv.slice(2))
