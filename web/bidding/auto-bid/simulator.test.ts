import { describe, expect, it } from 'vitest'
import { begin, bid, RIVAL, sentenceOfEvent, YOU } from './simulator.ts'

describe('the auto-bid simulator', () => {
  it('follows the rules: the price is the second maximum plus one increment', () => {
    const after = bid(bid(begin(500_00, null), YOU, 'maximum', 5_000_00), RIVAL, 'maximum', 2_000_00)
    expect(after.state.price).toBe(2_050_00)
    expect(after.state.leader).toEqual(YOU)
    expect(after.events.map(sentenceOfEvent)).toContain('The rival set a maximum of $2,000. You lead at $2,050.')
  })

  it('shows a refusal and changes nothing', () => {
    const before = bid(begin(500_00, null), YOU, 'firm', 1_000_00)
    const after = bid(before, RIVAL, 'firm', 1_000_00)
    expect(after.refused?.code).toBe('below-next-bid')
    expect(after.state).toBe(before.state)
  })

  it('jumps to the reserve as soon as a maximum reaches it', () => {
    expect(bid(begin(500_00, 3_000_00), YOU, 'maximum', 4_000_00).state.price).toBe(3_000_00)
  })
})
