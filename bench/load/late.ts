import { setTimeout as wait } from 'node:timers/promises'
import type { Target } from './target.ts'

/** Planted: one answer in `every` comes `lateMs` late, as if the server had waited for more bids before it took this one. */
export function late(target: Target, every: number, lateMs: number): Target {
  let turn = 0
  return {
    ...target,
    async send(connection) {
      await target.send(connection)
      turn += 1
      if (turn % every === 0) await wait(lateMs)
    },
  }
}
