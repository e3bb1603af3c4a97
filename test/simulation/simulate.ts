import { planFor, runAuction } from './run-auction.ts'

export async function simulate(args: string[]): Promise<number> {
  const option = (name: string, usual: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? usual)
  const auctions = option('auctions', 300)
  const first = option('seed', 1)
  const started = process.hrtime.bigint()
  process.on('unhandledRejection', (error) => console.log('UNHANDLED', error))
  let failed = 0
  for (let seed = first; seed < first + auctions; seed += 1) {
    const { story, broken } = await runAuction(planFor(seed))
    if (args.includes('--trace')) console.log(story.trace.lines.join('\n'))
    if (args.includes('--digest')) console.log(seed, story.trace.digest(), story.trace.lines.length, story.world.tasks)
    if (broken.length > 0) {
      failed += 1
      console.log(seed, broken.slice(0, 3).join('\n  '))
      if (failed > 5) break
    }
  }
  console.log(auctions, 'in', Number(process.hrtime.bigint() - started) / 1e9, 's')
  return failed
}
