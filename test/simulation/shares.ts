import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { summaryOf, type Counts, type Options } from './options.ts'

const MAIN = path.join(import.meta.dirname, 'main.ts')
/** Fewer auctions than this aren't worth a separate process, which has to load the server first. */
const SHARE_MIN = 50

/**
 * Number of processes a run is divided into; 1: it stays in this one. Reports on single auctions need one process, which writes them
 * in order.
 */
export function sharesOf({ auctions, showsTrace, showsDigest, isShare }: Options): number {
  if (showsTrace || showsDigest || isShare) return 1
  return Math.max(1, Math.min(os.availableParallelism(), Math.floor(auctions / SHARE_MIN)))
}

/** Each process runs a range of the seeds. The first broken guarantee ends all. Returns the exit code. */
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
  console.log(summaryOf(options, counts, performance.now() - startedAt))
  return 0
}

/** The results of a process, or null if it found a broken guarantee or was ended. */
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
      // Finding the shortest story takes time; the others have nothing to add to it.
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
