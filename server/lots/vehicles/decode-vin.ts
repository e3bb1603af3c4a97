import { Worker } from 'node:worker_threads'
import type { App } from '#server/platform/app.ts'
import { perApp } from '#server/platform/per-app.ts'
import type { VinAnswer } from '#contract/lots/vehicles.ts'
import { codeOf } from '../synonyms.ts'

/** The worker thread's answer: plain words from the decoder's tables, null for what it does not know. */
export type DecodedWords = {
  make: string | null
  model: string | null
  year: number | null
  trim: string | null
  engine: string | null
  body: string | null
  drive: string | null
  fuel: string | null
  gearbox: string | null
}
export type VinReply = { vin: string; words: DecodedWords | null } | { absent: true }

export type DecodedVin = NonNullable<VinAnswer['decoded']>
type Answer = Pick<VinAnswer, 'decoder' | 'decoded'>

export type VinDecoder = {
  /** Decodes fully if the decoder is installed. Never throws and never takes longer than a few seconds. */
  decode(vin: string): Promise<Answer>
  stop(): Promise<void>
}

const DECODE_MS_MAX = 5_000
const WAITING_MAX = 50
/** The thread holds tables of tens of megabytes: it ends after this long without requests. */
const IDLE_MS = 60_000

/** The worker's file is next to this one, both as source and as bundle. */
const DECODER = new URL(import.meta.url.endsWith('.ts') ? './vpic-decoder.ts' : './vpic-decoder.js', import.meta.url)
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './vin-worker.ts' : './vin-worker.js', import.meta.url)

/** `moduleName`: a decoder. That it can't be loaded is detected once and then remembered. */
export function openVinDecoder(moduleName = DECODER.href): VinDecoder {
  let isAbsent = false
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<string, ((answer: Answer) => void)[]>()

  function answerAll(answer: Answer): void {
    const all = [...waiting.values()].flat()
    waiting.clear()
    for (const answerTo of all) answerTo(answer)
  }

  async function end(answer: Answer): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = null
    answerAll(answer)
    await ended?.terminate()
  }

  function open(): Worker {
    const worker = new Worker(WORKER, {
      workerData: moduleName,
      env: { HOME: process.env['HOME'] ?? '' },
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    worker.unref()
    worker.on('message', (reply: VinReply) => {
      if ('absent' in reply) {
        isAbsent = true
        void end(ABSENT)
        return
      }
      const callers = waiting.get(reply.vin) ?? []
      waiting.delete(reply.vin)
      for (const answerTo of callers)
        answerTo(reply.words === null ? UNKNOWN : { decoder: 'decoded', decoded: coded(reply.words) })
    })
    worker.once('error', () => void end(UNKNOWN))
    return worker
  }

  return {
    async decode(vin) {
      if (isAbsent) return ABSENT
      if (waiting.size >= WAITING_MAX) return BUSY
      thread ??= open()
      clearTimeout(idle)
      idle = setTimeout(() => void end(BUSY), IDLE_MS).unref()
      const answer = new Promise<Answer>((resolve) => {
        const callers = waiting.get(vin)
        if (callers !== undefined) callers.push(resolve)
        else {
          waiting.set(vin, [resolve])
          thread?.postMessage(vin)
        }
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<Answer>((resolve) => {
        timer = setTimeout(() => resolve(BUSY), DECODE_MS_MAX)
      })
      return Promise.race([answer, late]).finally(() => clearTimeout(timer))
    },
    stop: () => end(BUSY),
  }
}

/** The decoder of this process. */
export const vinDecoderOf: (app: App) => VinDecoder = perApp(() => openVinDecoder())

/** What is known about each of these VINs; those that the decoder doesn't know are missing. */
export async function decodeAll(
  decoder: VinDecoder,
  vins: readonly string[],
): Promise<ReadonlyMap<string, DecodedVin>> {
  const found = new Map<string, DecodedVin>()
  for (let from = 0; from < vins.length; from += WAITING_MAX) {
    const some = vins.slice(from, from + WAITING_MAX)
    const answers = await Promise.all(some.map((vin) => decoder.decode(vin)))
    answers.forEach(({ decoded }, index) => decoded !== null && found.set(some[index]!, decoded))
  }
  return found
}

const ABSENT: Answer = { decoder: 'absent', decoded: null }
const UNKNOWN: Answer = { decoder: 'unknown', decoded: null }
const BUSY: Answer = { decoder: 'busy', decoded: null }

/** The decoder's words as the trade's codes; a word in no list is left out, because a person then chooses. */
function coded(words: DecodedWords): NonNullable<VinAnswer['decoded']> {
  const { make, model, year, trim, engine } = words
  return {
    make,
    model,
    year,
    trim,
    engine,
    body: firstCode('body', words.body),
    drive: firstCode('drive', words.drive),
    fuel: firstCode('fuel', words.fuel),
    gearbox: firstCode('gearbox', words.gearbox),
  }
}

/** Such tables contain "Sedan/Saloon" and "Sport Utility Vehicle (SUV)": the first part in a list counts. */
function firstCode<L extends 'body' | 'drive' | 'fuel' | 'gearbox'>(list: L, words: string | null) {
  for (const part of (words ?? '').split(/[/()]/)) {
    const code = codeOf(list, part)
    if (code !== null) return code
  }
  return null
}
