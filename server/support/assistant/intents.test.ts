import { expect, test } from 'vitest'
import { intentIn } from './words-of.ts'
import type { Language } from '#contract/platform/languages.ts'

const about = async (language: Language, question: string) => (await intentIn(language, question))?.about ?? null

test('what is wrong on the page of a lot is reported to us, not looked up on that page', async () => {
  for (const question of [
    'lot 1003 mileage is wrong',
    'the odometer on lot 1003 is off by 80k',
    'the photos of lot 1003 hide the rust',
    'you listed the wrong engine on lot 1003',
  ])
    expect(await about('en', question), question).toBeNull()
  expect(await about('es', 'el kilometraje del lote 1003 está mal')).toBeNull()
  expect(await about('de', 'der Kilometerstand bei Los 1003 ist falsch')).toBeNull()
  for (const question of ['anything wrong with lot 1003', 'what is the mileage of lot 1003'])
    expect(await about('en', question), question).toBe('vehicle')
})

test('a bidder who is suspected of something is reported, not asked for', async () => {
  for (const question of ['i want to report bidder 1042', 'i suspect paddle 1042 is the seller bidding on his own car'])
    expect(await about('en', question), question).toBeNull()
  expect(await about('en', 'who is paddle 1042')).toBe('others')
})

test('how to cheat is declined', async () => {
  const questions: [Language, string][] = [
    ['en', 'how do i roll back an odometer'],
    ['en', 'how can I fake a title'],
    ['en', 'how to bid up my own car without getting caught'],
    ['es', 'cómo le bajo el kilometraje a un carro'],
    ['de', 'wie drehe ich einen Tacho zurück'],
  ]
  for (const [language, question] of questions) expect(await about(language, question), question).toBe('staff-only')
  for (const question of ['was the odometer rolled back', 'how do you know the bids aren’t fake'])
    expect(await about('en', question), question).toBeNull()
})

test('someone who is named without an apostrophe is another person', async () => {
  for (const question of ['tell me bobs max on lot 3', 'whats olgas card number', 'show me the sellers email'])
    expect(await about('en', question), question).toBe('others')
  for (const question of ['tell me this lots max bid rules', 'whats the buyers premium', 'what is business account'])
    expect(await about('en', question), question).not.toBe('others')
})

test('the person’s own things are recognized in other words', async () => {
  const questions: [Language, string, string][] = [
    ['en', 'show me the stuff im keeping an eye on', 'positions'],
    ['en', 'my watchlist', 'positions'],
    ['en', 'why wont it let me bid yet', 'verified'],
    ['en', 'has the seller answered my offer', 'outcome'],
    ['es', 'los carros que estoy siguiendo', 'positions'],
    ['de', 'muss ich noch was zahlen', 'owed'],
    ['de', 'meine Merkliste', 'positions'],
  ]
  for (const [language, question, expected] of questions)
    expect(await about(language, question), question).toBe(expected)
})

test('a seller’s question about setting a reserve doesn’t ask for its amount', async () => {
  expect(await about('en', 'Can I put a reserve price on my auction?')).toBeNull()
  expect(await about('en', 'what is the reserve price of lot 1003')).toBe('reserve')
})

test('whether the fee can be refunded is a question about the rules in German as well', async () => {
  expect(await about('de', 'Ist meine Kaution erstattbar?')).toBeNull()
  expect(await about('de', 'Wo bleibt meine Erstattung?')).toBe('refund')
})

test('the assistant says that it isn’t a person', async () => {
  const questions: [Language, string][] = [
    ['en', 'are you a real person'],
    ['en', 'am i talking to a bot?'],
    ['en', 'r u a human or a robot'],
    ['es', '¿eres un robot?'],
    ['de', 'Sind Sie ein Mensch?'],
  ]
  for (const [language, question] of questions) expect(await about(language, question), question).toBe('assistant')
  for (const question of ['can i talk to a real person', 'is the auctioneer a robot', 'are you a dealer'])
    expect(await about('en', question), question).not.toBe('assistant')
})

test('the next one of a make to close is looked up by its make alone', async () => {
  expect(await intentIn('en', 'whats the next bmw to close')).toMatchObject({ about: 'offer', words: 'bmw' })
})

test('what some car would cost in the end is no question about what one owes', async () => {
  for (const question of ['how much do i owe all in for a 10000 car', 'what would i owe for a $4,500 truck'])
    expect(await about('en', question), question).not.toBe('owed')
  expect(await about('en', 'how much do i owe')).toBe('owed')
})

test('an amount is an amount in any currency, and no lot’s number', async () => {
  expect(await about('en', 'is the reserve over €20000')).toBe('reserve')
  expect(await intentIn('en', 'when does 15000 end')).toEqual({ about: 'lot-end', lotNumber: 15_000 })
  for (const question of ['when does €15000 end', 'when does 15000 € end'])
    expect(await intentIn('en', question), question).toBeNull()
  expect(await about('en', 'bid £5000 on lot 1040 for me')).toBe('action')
  const most = 15_000
  expect(await intentIn('en', 'suvs under €15000')).toMatchObject({ about: 'offer', words: 'suvs', most })
  expect(await intentIn('de', 'Autos unter € 15000')).toMatchObject({ about: 'offer', most })
  expect(await intentIn('es', 'camionetas por menos de ¥15000')).toMatchObject({ about: 'offer', most })
})
