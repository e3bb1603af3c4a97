import { optionsFrom } from './options.ts'
import { plant } from './plants.ts'
import { sharesOf, simulateInShares } from './shares.ts'
import { install } from './world/runtime.ts'

const options = optionsFrom(process.argv.slice(2))
const shares = sharesOf(options)
if (shares > 1) process.exitCode = await simulateInShares(options, shares)
else {
  // Before any server module is loaded: from now on clocks, timers, randomness and sockets can be simulated.
  install()
  if (options.plant !== null) plant(options.plant)
  const { simulate } = await import('./simulate.ts')
  process.exitCode = await simulate(options)
}
