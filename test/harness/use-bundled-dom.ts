// Loaded into workers before anything else: the test runner's own import of happy-dom gets the bundle.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { BUNDLED_DOM } from './bundle-dom.ts'

const url = pathToFileURL(BUNDLED_DOM).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'happy-dom' ? { url, shortCircuit: true } : next(specifier, context),
})
