import { describe, expect, it } from 'vitest'
import { byDay, monthGrid, monthStart } from './calendar-days.ts'

describe('the month grid', () => {
  it('starts on a Monday, ends on a Sunday and holds the whole month once', () => {
    for (let month = 0; month < 24; month++) {
      const start = new Date(2026, month, 1).getTime()
      const days = monthGrid(start)
      expect(days.length % 7).toBe(0)
      expect(new Date(days[0]?.at ?? 0).getDay()).toBe(1)
      expect(new Set(days.map((day) => day.key)).size).toBe(days.length)
      expect(days.filter((day) => day.inMonth).length).toBe(new Date(2026, month + 1, 0).getDate())
    }
  })

  it('goes from December to January', () => {
    expect(new Date(monthStart(new Date(2026, 11, 15).getTime(), 1)).getFullYear()).toBe(2027)
  })

  it('groups by day in order of time', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
    const days = byDay([at(22, 9), at(21, 18), at(21, 8)], (instant) => instant)
    expect([...days.keys()]).toEqual(['2026-11-21', '2026-11-22'])
    expect(days.get('2026-11-21')).toEqual([at(21, 8), at(21, 18)])
  })
})
