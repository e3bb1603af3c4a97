import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useState } from 'react'
import type { CalendarAuction } from '#contract/calendar/calendar.ts'
import { DayGrid } from './day-grid.tsx'
import { weekFrom, firstOfWeek, weeksOfMonth } from '#web/platform/zoned-days.ts'

afterEach(cleanup)

const AUCTION: CalendarAuction = {
  id: '0190a000-0000-7000-8000-000000000001',
  title: 'Thursday auction',
  kind: 'timed',
  state: 'scheduled',
  location: 'Springfield',
  description: '',
  currency: 'USD',
  opensAt: 0,
  startsAt: Date.UTC(2026, 10, 26, 9),
  endsAt: null,
  lotCount: 3,
  heroPhoto: null,
  makes: [],
}

function Calendar({ start, byMonth = true }: { start: string; byMonth?: boolean }) {
  const [day, setDay] = useState(start)
  return (
    <DayGrid
      weeks={byMonth ? weeksOfMonth(day) : [weekFrom(firstOfWeek(day))]}
      days={new Map([['2026-11-26', { auctions: [AUCTION], closings: [] }]])}
      current={day}
      month={byMonth ? day.slice(0, 7) : null}
      today="2026-11-21"
      zone="UTC"
      onGo={setDay}
    />
  )
}

const focused = () => document.activeElement?.getAttribute('data-day')
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const cell = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`)!

describe('the grid of days', () => {
  it('is navigated by arrow keys, from week to week and across the edges of a month', () => {
    render(<Calendar start="2026-11-25" />)
    cell('2026-11-25').focus()
    const way = [
      ['ArrowRight', '2026-11-26'],
      ['ArrowDown', '2026-12-03'],
      ['ArrowUp', '2026-11-26'],
      ['Home', '2026-11-23'],
      ['End', '2026-11-29'],
      ['ArrowLeft', '2026-11-28'],
      ['PageDown', '2026-12-28'],
      ['PageUp', '2026-11-28'],
    ]
    for (const [key, day] of way) {
      press(key!)
      expect([key, focused()]).toEqual([key, day])
    }
  })

  it('has one tab stop: the day visited last, and its auctions', () => {
    render(<Calendar start="2026-11-26" />)
    const stops = [...document.querySelectorAll('[role=gridcell], a')].filter(
      (one) => (one as HTMLElement).tabIndex === 0,
    )
    expect(stops).toEqual([cell('2026-11-26'), screen.getByRole('link')])
  })

  it('goes to the auction of a day and back', () => {
    render(<Calendar start="2026-11-26" />)
    cell('2026-11-26').focus()
    press('Enter')
    expect(document.activeElement?.textContent).toContain('Thursday auction')
    press('Escape')
    expect(focused()).toBe('2026-11-26')
  })

  it('moves a week by Page Up and Page Down where a week is shown', () => {
    render(<Calendar start="2026-11-26" byMonth={false} />)
    cell('2026-11-26').focus()
    press('PageDown')
    expect(focused()).toBe('2026-12-03')
  })
})
