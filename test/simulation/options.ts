import os from 'node:os'

const AUCTIONS = 300

export type Options = {
  auctions: number
  seed: number
  plant: string | null
  showsTrace: boolean
  showsDigest: boolean
  isBrief: boolean
  /** Runs on behalf of another process, which adds up the results. */
  isShare: boolean
}

export type Counts = { bids: number; faults: number; commits: number; hours: number }

/** The arguments of `npm run simulate --`. */
export function optionsFrom(args: string[]): Options {
  const text = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const number = (name: string, usual: number) => {
    const value = Number(text(name) ?? usual)
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1 on`)
    return value
  }
  return {
    auctions: number('auctions', AUCTIONS),
    seed: number('seed', 1),
    plant: text('plant') ?? null,
    showsTrace: args.includes('--trace'),
    showsDigest: args.includes('--digest'),
    isBrief: args.includes('--brief'),
    isShare: args.includes('--share'),
  }
}

/** The report of a run without broken guarantees. */
export function summaryOf({ auctions, seed }: Options, shares: Counts[], tookMs: number): string {
  const sum = (name: keyof Counts) => shares.reduce((total, share) => total + share[name], 0)
  const played = `${sum('bids')} bids, ${sum('faults')} planned faults, ${sum('commits')} commits, ${sum('hours').toFixed(1)} h of simulated time`
  const where = `${shares.length === 1 ? 'one process' : `${shares.length} processes`} on ${os.cpus()[0]?.model ?? 'an unknown processor'}`
  return `${auctions} simulated auctions kept every promise (seeds ${seed} to ${seed + auctions - 1}): ${played} in ${(tookMs / 1000).toFixed(1)} s, ${where}`
}
