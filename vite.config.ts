import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGES } from '#contract/platform/pages.ts'
import { endpointsForPages, WITHOUT_SCHEMAS } from './bin/endpoints-for-pages.ts'
import { catalogFiles, textsInPlace, writeCatalogs } from './bin/texts/texts-in-place.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/** Small things that most screens show, and the start page first of all: one file for all. */
const PARTS =
  /infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation\.|contract\/(platform\/admin-list|accounts\/(accounts|referral-channels)|invoices\/costs)\.|web\/(ui\/(fold|odometer|slash-key|plain-key|button|chalk|field|skeleton|notice|page|empty-state|plate|marks|media-query|switch|table)|platform\/(money|time|clock|company-terms|forms\/(request-faults|use-action|use-single-flight))|fast-start\/(late|first-action)|accounts\/log-in\/continue-to|lots\/(picture|lot-card|closing-words)|pages\/content\/figures|catalog\/use-catalog)\.tsx?$/

/** What a lot in a list is made of: the catalog opens without the bid panel, and the lot page has it already. */
const FOUND =
  /contract\/(lots\/vocabulary|auctions\/auctions|calendar\/calendar)\.|web\/(catalog\/watch-heart|lots\/(compare-button|compare-choice|comparison|plan\/planned-close)|bidding\/(high-bidder|standing-words|standings|bid\/closes-in))\./

/** Lists of lots: a lot's page shows some only far down. */
const LISTS = /web\/catalog\/(found-lots|read-standings)\./

/** What the frame shows to people who are signed in. */
const MEMBER = /web\/(shell\/live-account|notifications\/(bell-label|use-notifications))\./

/** What became of a bid, in words: the page on auto-bid rehearses them without a lot. */
const BID_WORDS = /web\/bidding\/bid\/bid-message\./

/** What checks a form. No other page needs it, though all of them import files of the contract that could. */
const SCHEMAS =
  /node_modules\/zod\/|contract\/(platform\/(values|schema-words)|accounts\/account-inputs|auctions\/company-terms)\./

/** Where searches begin, on the start page and on their own. */
const SEARCH_BOX = /web\/catalog\/search-(address|box)\./

/** What every page ends with. */
const FOOTER = /web\/shell\/(footer|language-choice|choose-language)\./

/** What lists of lots and a lot's page show of the bidding to people who may see it. */
const LIVE =
  /web\/(platform\/feed|bidding\/(can-i-bid|read-again-soon|stale-notice|use-standings|bid\/(bid-box-state|countdown)))/

/** What `/` shows without a search in its address, and with one. */
const [START, SEARCH] = ['pages/home-start.tsx', 'catalog/results.tsx']
/** What a lot's page shows to a visitor, and to people who are signed in. */
const LOT = '/lot/:lotNumber'
const [LOT_SUMMARY, LIVE_LOT] = ['lots/lot-summary-page.tsx', 'bidding/live-lot-page.tsx']

const catalogs = catalogFiles()

export default defineConfig({
  root: 'web',
  plugins: [
    endpointsForPages(),
    textsInPlace(),
    react(),
    tailwind(),
    startWatch(),
    writeCatalogs(catalogs),
    serviceWorker(),
    firstScripts(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: WITHOUT_SCHEMAS,
      // How long its own parts take says nothing to who builds.
      checks: { bundlerTimings: false },
      output: {
        // A file more costs a slow line as much as a few kB more: what opens together is one file, small parts join their neighbors.
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 4 },
            { name: 'schemas', test: SCHEMAS, priority: 3.5, includeDependenciesRecursively: false },
            { name: 'parts', test: PARTS, priority: 3 },
            { name: 'live', test: LIVE, priority: 2.6, includeDependenciesRecursively: false },
            { name: 'found', test: FOUND, priority: 2.5 },
            {
              name: 'lot-summary',
              test: /web\/(lots\/(lot-absent|use-lot|when-seen|seen-lots|known-flaws|vehicle-words|gallery\/gallery)|notifications\/use-answer-link)\./,
              priority: 2.45,
            },
            { name: 'lists', test: LISTS, priority: 2.45 },
            { name: 'search-box', test: SEARCH_BOX, priority: 2.45 },
            { name: 'footer', test: FOOTER, priority: 2.45 },
            { name: 'member', test: MEMBER, priority: 2.4 },
            { name: 'bid-words', test: BID_WORDS, priority: 2.3 },
            { name: 'countries', test: /web\/accounts\/profile\/countries\./, priority: 2.2 },
            {
              name: 'lot',
              test: /web\/bidding\/live-lot-page\./,
              priority: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
            },
            {
              name: 'form',
              test: /web\/accounts\/log-in\/(log-in|register)-form/,
              priority: 1,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
            },
          ],
        },
      },
    },
  },
})

/**
 * Puts `start-watch.ts` into the page itself, as a classic script before the style sheet: it runs whatever becomes of the other files, and
 * loads the catalog of another language before them. The server names its hash in the content policy.
 */
function startWatch(): Plugin {
  return {
    name: 'paddock-start-watch',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const entry = new URL('web/shell/start-watch.ts', import.meta.url).pathname
        const built = await build({
          configFile: false,
          logLevel: 'warn',
          define: {
            CATALOG_FILES: JSON.stringify(
              Object.fromEntries(
                [...catalogs].map(
                  ([
                    code,
                    {
                      all: { name, integrity },
                    },
                  ]) => [code, { src: `/${name}`, integrity }],
                ),
              ),
            ),
          },
          build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'startWatch' } },
        })
        const [script] = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
        if (script?.type !== 'chunk') throw new Error('The watch over the start was not built')
        return html.replace('<title>', () => `<script>${script.code.trim()}</script>\n    <title>`)
      },
    },
  }
}

/** Writes into sw.js which build it belongs to: a new build is a new worker, and the page offers to change over. */
function serviceWorker(): Plugin {
  return {
    name: 'paddock-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).toSorted()
      const build = createHash('sha256').update(names.join()).digest('hex').slice(0, 12)
      const file = join(dir ?? '', 'sw.js')
      const source = await readFile(file, 'utf8')
      await writeFile(file, source.replace("'development'", `'${build}'`))
    },
  }
}

/**
 * Writes beside the page which scripts each address needs before it shows anything: the server names them in the page's head, so that a
 * browser fetches them together and not one after another. Read from the route table, in whose form every page has its `import()`.
 */
function firstScripts(): Plugin {
  return {
    name: 'paddock-first-scripts',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])),
      )
      const withImports = (name: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(name)) return seen
        seen.add(name)
        for (const imported of chunks.get(name)?.imports ?? []) withImports(imported, seen)
        return seen
      }
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
      const known = withImports(entry?.fileName ?? '')
      const screens = screensOf(await readFile(new URL('web/routes.tsx', import.meta.url), 'utf8'))
      const scriptsOf = (...files: (string | undefined)[]) => {
        const needed = files.flatMap((file) => {
          const chunk = [...chunks.values()].find(({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/web/${file}`)),
          )
          if (chunk === undefined) throw new Error(`No page begins with ${file}: what does the route table say?`)
          return [...withImports(chunk.fileName)]
        })
        return [...new Set(needed)].filter((name) => !known.has(name)).map((name) => `/${name}`)
      }
      const scripts = PAGES.map((page) => [page, scriptsOf(screens(page))])
      scripts.push(['/', scriptsOf(screens('/'), START)], ['/?', scriptsOf(screens('/'), SEARCH)])
      scripts.push(
        [LOT, scriptsOf(screens(LOT), LOT_SUMMARY)],
        [`${LOT} for members`, scriptsOf(screens(LOT), LIVE_LOT)],
      )
      scripts.push(['/? for members', scriptsOf(screens('/'), SEARCH, 'catalog/member-results.tsx')])
      await writeFile(join(dir ?? '', 'first-scripts.json'), JSON.stringify(Object.fromEntries(scripts)))
    },
  }
}

/** Which screen a page has, by the text of the route table. */
function screensOf(table: string): (page: string) => string | undefined {
  const shared = new Map(
    [...table.matchAll(/^const (\w+) = .*import\('\.\/(.+?)'\)/gm)].map(([, name, file]) => [name, file]),
  )
  const own = [...table.matchAll(/^ {2}'(\/.*?)': (\w+)(?:\(.*import\('\.\/(.+?)'\))?/gm)]
  const files = new Map(own.map(([, page, name, file]) => [page, file ?? shared.get(name)]))
  return (page) => files.get(page)
}
