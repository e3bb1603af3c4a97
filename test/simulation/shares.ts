import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { told, type Counts, type Options } from './options.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
/** Fewer than so many are not worth a process of their own, which has to load the server first. */
const SHARE_MIN = 50

/** Into how many processes a run is divided; 1: it stays in this one. What is told of single auctions is told in their order, by one. */
export function sharesOf({ auctions, showsTrace, showsDigest, isShare }: Options): number {
  if (showsTrace || showsDigest || isShare) return 1
  return Math.max(1, Math.min(os.availableParallelism(), Math.floor(auctions / SHARE_MIN)))
}

/** Each process plays a stretch of the seeds. The first that breaks a promise ends all. Answers the exit code. */
export async function simulateInShares(options: Options, shares: number): Promise<number> {
  const startedAt = performance.now()
  const each = Math.ceil(options.auctions / shares)
  const running = new AbortController()
  const played = await Promise.all(
    Array.from({ length: shares }, (_, number) => {
      const auctions = Math.min(each, options.auctions - number * each)
      return playShare(options, auctions, options.seed + number * each, running)
    }),
  )
  const counts = played.flatMap((share) => (share === null ? [] : [share]))
  if (counts.length < shares) return 1
  console.log(told(options, counts, performance.now() - startedAt))
  return 0
}

/** What was played, or null where it broke a promise or was ended. */
function playShare(
  { isBrief, plant }: Options,
  auctions: number,
  seed: number,
  running: AbortController,
): Promise<Counts | null> {
  const args = [`--auctions=${auctions}`, `--seed=${seed}`, '--share']
  if (isBrief) args.push('--brief')
  if (plant !== null) args.push(`--plant=${plant}`)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    const stop = () => child.kill()
    running.signal.addEventListener('abort', stop)
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      // The shortest story takes its time: the others have nothing to add to it.
      if (said.startsWith('Seed ')) {
        running.signal.removeEventListener('abort', stop)
        running.abort()
      }
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve(JSON.parse(said) as Counts)
      if (said !== '') console.log(said.trimEnd())
      running.abort()
      resolve(null)
    })
  })
}
