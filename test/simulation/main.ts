import { install } from './world/runtime.ts'
import { plant } from './plants.ts'

// Before any module of the server is loaded: from now on clocks, timers, chance and sockets can be simulated ones.
install()
const planted = process.argv.find((each) => each.startsWith('--plant='))?.slice('--plant='.length)
if (planted !== undefined) plant(planted)
const { simulate } = await import('./simulate.ts')
process.exitCode = await simulate(process.argv.slice(2))
