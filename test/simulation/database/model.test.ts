import { expect, test } from 'vitest'
import { Model } from './model.ts'

const NO_LIMITS = { lockMs: 0, statementMs: 0 }

test('a transaction that is ended in the instant in which it gets a lock leaves it to the next', async () => {
  const model = new Model({ now: () => 0, later: () => () => undefined })
  const [ada, boris, chidi] = [model.begin(), model.begin(), model.begin()]
  await model.lock(ada, 'lot', '1', NO_LIMITS)
  void model.lock(boris, 'lot', '1', NO_LIMITS)
  // As when the database shuts down: all transactions end before any of them learns that it got the lock.
  model.rollback(ada)
  model.rollback(boris)
  let has = false
  void model.lock(chidi, 'lot', '1', NO_LIMITS).then(() => (has = true))
  await Promise.resolve()
  expect(has).toBe(true)
})

test('a transaction in which a statement failed holds nothing any more, before its client ends it', async () => {
  const model = new Model({ now: () => 0, later: () => () => undefined })
  const [ada, boris] = [model.begin(), model.begin()]
  await model.lock(ada, 'lot', '1', NO_LIMITS)
  model.write(ada, 'lot', { id: '1' })
  let has = false
  const waiting = model.lock(boris, 'lot', '1', NO_LIMITS).then(() => (has = true))
  model.fail(ada)
  await waiting
  expect([has, model.commit(ada), model.rows('lot')]).toEqual([true, false, []])
})
