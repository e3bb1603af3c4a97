import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { anyTopic } from '#test/harness/any-topic.ts'
import { openDatabase } from '../database/database.ts'
import { createOutbox } from './outbox.ts'

/** A process that handles `counted` messages until it is killed: `node outbox-crew.test-support.ts <database url>`. */
const { db } = openDatabase(process.argv[2]!, pino({ level: 'silent' }), { connections: 20 })
const outbox = anyTopic(createOutbox(db, pino({ level: 'silent' })))

outbox.on('counted', async (payload, trx) => {
  const { lotId, n } = payload as { lotId: string; n: number }
  await sql`insert into receipt (lot, n) values (${lotId}, ${n})`.execute(trx)
  await wait(2)
  await sql`update tally set count = count + 1 where lot = ${lotId}`.execute(trx)
})
outbox.start()
outbox.nudge()
console.log('working')
