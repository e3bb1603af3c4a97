import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { run } from '#server/run.ts'
import { alone } from './alone.ts'
import { keepDemoAlive, seedDemo, type DemoLogIn } from './seed.ts'
import { readFile } from 'node:fs/promises'
import type { Feature } from '#server/platform/feature.ts'
import { CREDITS_FILE } from './photo-files.ts'

/** What the demo adds to the app: the credits of its pictures. Set up only in demo mode. */
const demoFeature: Feature = {
  name: 'demo',
  setUp(http) {
    http.get('/demo/credits', async (_, reply) => {
      const credits = await readFile(CREDITS_FILE, 'utf8')
      return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(credits)
    })
  },
}

const TOP_UP_MS = 10 * 60_000

let people: DemoLogIn[] = []
let topUp: NodeJS.Timeout | null = null

run({
  features: [demoFeature],
  async prepare(app, ownerUrl) {
    people = (await alone(ownerUrl, () => seedDemo(app, ownerUrl))).people
    const keep = () =>
      alone(ownerUrl, () => keepDemoAlive(app, ownerUrl)).catch((err: unknown) =>
        app.log.warn({ err }, 'no new demo auction'),
      )
    topUp = setInterval(() => void keep(), TOP_UP_MS)
  },
  serving(url) {
    introduce(people)
    // A server with its own people has no simulated bidders; nor has one under measurement.
    const hasBidders = people.length > 0 && process.env['PADDOCK_DEMO_BIDDERS'] !== '0'
    const endBidders = !hasBidders ? () => undefined : keepBidders(url)
    return () => {
      if (topUp !== null) clearInterval(topUp)
      endBidders()
    }
  },
})

const BIDDERS_AGAIN_MS = 10_000

/** Simulated bidders: a separate process that uses only the public API and ends with this one; restarted when it fails. */
function keepBidders(url: string): () => void {
  let bidders: ChildProcess | null = null
  let again: NodeJS.Timeout | undefined
  const start = () => {
    bidders = startBidders(url)
    bidders.once('exit', () => (again = setTimeout(start, BIDDERS_AGAIN_MS)))
  }
  start()
  return () => {
    bidders?.removeAllListeners('exit')
    clearTimeout(again)
    bidders?.kill()
  }
}

function startBidders(url: string): ChildProcess {
  const extension = path.extname(import.meta.filename)
  return spawn(process.execPath, [path.join(import.meta.dirname, `bidders${extension}`)], {
    // None of the server's secrets are passed on: the bidders use only the public API.
    env: { PATH: process.env['PATH'], PADDOCK_URL: url },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
}

function introduce(logIns: DemoLogIn[]): void {
  if (logIns.length === 0) return
  console.log('Demo people (their passwords are public: the demo is not for real business):\n')
  const mail = Math.max(...logIns.map(({ email }) => email.length))
  const word = Math.max(...logIns.map(({ password }) => password.length))
  for (const { email, password, may } of logIns)
    console.log(`  ${email.padEnd(mail)}  ${password.padEnd(word)}  ${may}`)
  console.log('\nThe staff sign in at /admin-login. A dozen simulated bidders bid along.')
  console.log('Ctrl-C stops everything.\n')
}
