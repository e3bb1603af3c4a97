import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { textsInPlace } from './bin/texts/texts-in-place.ts'

/** Two people outbid each other, and it is looked at how soon they see it: nothing else runs beside it. */
const LIVE_JOURNEY = 'test/journeys/first-win.test.ts'

/** What is felt in ms on a phone: nothing else runs beside it. */
const FELT = 'test/journeys/gallery.test.ts'

/**
 * What takes long and seldom breaks alone: whole servers that are killed, ten thousand rows, many at once, every endpoint for every person,
 * clocks that really run, journeys in a browser.
 * `npm run test:long` runs these, `npm test` all others, `.ci/run` both.
 */
const LONG = [
  'test/faults/*.test.ts',
  'test/simulation/**/*.test.ts',
  'test/assistant/questions.test.ts',
  'test/{frozen-link,traces,mutation-files,renamed}.test.ts',
  'test/contract/{secrets,ledger-verifier,bad-input,access-levels,openapi,web-defenses,audit,repeats,sealed-actions}.test.ts',
  'test/contract/{successes,successes-bidding,readings,growing-lists,personal-data,auctioneer}.test.ts',
  'server/accounts/{log-in/lock-out,two-processes}.test.ts',
  'server/bidding/{closing,races,eligibility/eligibility,pending/joining,pending/pending}.test.ts',
  'server/bidding/feed/{feed,lot-news,staff-news}.test.ts',
  'server/catalog/{biddable,search,saved/saved-searches}.test.ts',
  'server/content/content.test.ts',
  'server/invoices/{charges,documents,invoices,balanced,previewed,credit/credit,settings/settings,strikes/strikes}.test.ts',
  'server/notifications/{ends/ends,outbid/outbid,mail/mail}.test.ts',
  'server/bidding/lane/simulated-database.test.ts',
  'server/bidding/negotiations/{races,negotiations}.test.ts',
  'server/lots/import/{import,odd-files,seller-column}.test.ts',
  'server/lots/photos/{photo-worker,photos}.test.ts',
  'server/payments/{thousand-operations,races,stripe/stripe}.test.ts',
  'server/payments/transfer/{transfer,credit,bank-import,undo-line,second-transfer,overlap}.test.ts',
  'server/platform/{bus/bus,meters/meters,pdf/pdf-thread,throttle/throttle,table/{table,odd-text-files},verify-audit}.test.ts',
  'server/platform/database/{postgres,database-away,history}.test.ts',
  'server/platform/images/{read-document,recipe}.test.ts',
  'server/settlements/{payouts,settlements}.test.ts',
  'server/support/inbound/inbound.test.ts',
  'server/selling/selling.test.ts',
  'server/verification/{at-rest,documents}.test.ts',
  'contract/invoices/costs-inverse.test.ts',
  'server/{create-owner,roles,rotate-keys,run}.test.ts',
  'demo/seed.test.ts',
]

/**
 * Small files that take minutes. Without earlier results Vitest begins with the largest files, and the last of these would run alone at the
 * end. The other long files are large. All of them at the start would take the processor from each other.
 */
const FIRST = ['simulation/plants', 'journeys/keyboard-screens', 'journeys/keyboard-dialogs']

class LateOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLater = ({ moduleId }: TestSpecification) =>
      Number(!FIRST.some((name) => moduleId.endsWith(`test/${name}.test.ts`)))
    return (await super.sort(files)).toSorted((one, other) => isLater(one) - isLater(other))
  }
}

const onDatabase = {
  globalSetup: ['test/harness/global-setup.ts'],
  env: { NODE_ENV: 'test' },
  // A busy machine may take its time; what never comes true still fails.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    reporters: ['default', './test/reporter.ts'],
    // Most tests wait for the database most of the time: more of them than cores keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LateOnesFirst },
    projects: [
      // Rules keep no state between files.
      { test: { name: 'engine', isolate: false, include: ['engine/**/*.test.ts'] } },
      {
        plugins: [textsInPlace()],
        test: {
          name: 'server',
          // Modules are loaded once a worker and not once a file; no feature keeps state outside of its app.
          isolate: false,
          include: [
            'server/**/*.test.ts',
            'contract/**/*.test.ts',
            'demo/**/*.test.ts',
            'bench/**/*.test.ts',
            'bin/*.test.ts',
            'test/*.test.ts',
            'test/contract/*.test.ts',
            'test/assistant/*.test.ts',
          ],
          exclude: LONG,
          // Faults kill and start whole servers; on a busy machine that takes its time.
          testTimeout: 60_000,
          hookTimeout: 30_000,
          ...onDatabase,
        },
      },
      {
        plugins: [textsInPlace()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['test/harness/screen-tests.ts'],
          // The setup file gives each file modules and a page of its own.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'live',
          include: [LIVE_JOURNEY],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...onDatabase,
        },
      },
      {
        plugins: [textsInPlace()],
        test: {
          name: 'long',
          isolate: false,
          include: LONG,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          exclude: [LIVE_JOURNEY, FELT],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'felt',
          include: [FELT],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...onDatabase,
        },
      },
    ],
  },
})
