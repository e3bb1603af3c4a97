import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { run } from '#server/run.ts'
import { alone } from './alone.ts'
import { demoRoom } from './room.ts'
import { keepDemoAlive, seedDemo, type DemoLogIn } from './seed.ts'

const TOP_UP_MS = 10 * 60_000

let people: DemoLogIn[] = []
let topUp: NodeJS.Timeout | null = null

run({
  rooms: [demoRoom],
  async prepare(house, ownerUrl) {
    people = (await alone(ownerUrl, () => seedDemo(house, ownerUrl))).people
    const keep = () =>
      alone(ownerUrl, () => keepDemoAlive(house, ownerUrl)).catch((err: unknown) =>
        house.log.warn({ err }, 'no new demo sale'),
      )
    topUp = setInterval(() => void keep(), TOP_UP_MS)
  },
  serving(url) {
    introduce(people)
    // A house with people of its own has no simulated ones; nor has one that is being measured.
    const hasBidders = people.length > 0 && process.env['PADDOCK_DEMO_BIDDERS'] !== '0'
    const endBidders = !hasBidders ? () => undefined : keepBidders(url)
    return () => {
      if (topUp !== null) clearInterval(topUp)
      endBidders()
    }
  },
})

const BIDDERS_AGAIN_MS = 10_000

/** Simulated bidders: a process of their own that uses the public API alone and ends with this one; begun anew when it fails. */
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
    // Nothing of the house's own secrets: they know the public API alone.
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
  console.log('\nThe staff log in at /admin-login. A dozen simulated bidders bid along.')
  console.log('Ctrl-C stops everything.\n')
}
