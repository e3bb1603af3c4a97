import { expect, test } from 'vitest'
import { answer, passagesOf } from './knowledge.ts'
import { TERMS } from '../stage.test-model.tsx'

const passages = passagesOf(TERMS)
const whereOf = (question: string) => answer(passages, question)?.best.to ?? null

test.each([
  ['what does membership cost', '/faq#membership-fee'],
  ['can i take back my bid', '/faq#withdraw-bid'],
  ['can i cancel a bid i placed', '/faq#withdraw-bid'],
  ['which documents do you accept', '/faq#which-documents'],
  ['how long does verificaton take', '/faq#verification-time'],
  ['what happens if the reserve is not met', '/faq#reserve'],
  ['two people with the same maximum', '/faq#equal-maximums'],
  ['do you bid against me', '/faq#house-bids'],
  ['my connection broke', '/faq#connection-lost'],
  ['which cookies do you use', '/faq#cookies'],
  ['what is an autobid', '/faq#auto-bid'],
  ['where do i pick up the car', '/faq#collection'],
])('“%s” is answered by %s', (question, place) => {
  expect(whereOf(question)).toBe(place)
})

test.each(['what is the weather on mars', 'write me a poem', 'who won the football', 'hello', '', 'asdf qwer'])(
  '“%s” is not answered',
  (question) => {
    expect(whereOf(question)).toBeNull()
  },
)
