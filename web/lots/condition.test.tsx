import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Lot } from '#contract/lots/lots.ts'
import { CompareFacts } from '#web/pages/compare/compare-facts.tsx'
import { createQueryClient } from '#web/platform/query.ts'
import { playServer } from '#web/shell/stage.test-support.tsx'
import { LOT } from './lot.test-support.ts'
import { LotPage } from './lot-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const with_ = (vehicle: Partial<Lot['vehicle']>): Lot => ({ ...LOT, vehicle: { ...LOT.vehicle, ...vehicle } })

function open(lot: Lot): string {
  playServer({})
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <LotPage
        lot={lot}
        slots={{
          chalk: null,
          isOver: true,
          price: null,
          panel: null,
          bar: null,
          history: null,
          watch: null,
          similar: null,
        }}
      />
    </QueryClientProvider>,
  )
  return container.textContent
}

const words = async (name: string) =>
  (await screen.findByRole('heading', { level: 2, name })).parentElement!.textContent

describe('a lot that nobody has inspected', () => {
  test('says so in its condition, flaws, damage and facts, and claims no finding', async () => {
    open(LOT)
    expect(await words('Known flaws')).toContain('Not inspected')
    expect(screen.queryByRole('heading', { name: 'Damage' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Condition report' })).toBeNull()
    expect(await words('Facts')).toMatch(/Primary damageNot inspected.*InspectionNot inspected/)
    expect(document.body.textContent).not.toMatch(/inspection found|None recorded/)
  })

  test('says whose words its flaws and report are', async () => {
    open(with_({ flaws: ['Chipped windshield'], conditionReport: 'Drives well.' }))
    expect(await words('Known flaws')).toContain('Listed by the seller. Not inspected.')
    expect(await words('Seller’s description')).toContain('Drives well.')
  })

  test('is not called free of flaws or damage next to one that was inspected', () => {
    render(
      <CompareFacts lots={[LOT, { ...with_({ inspection: { day: '2026-11-02', by: null } }), id: LOT.auctionId }]} />,
    )
    const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    const cells = (name: string) =>
      row(name)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cells('Inspection')).toEqual(['Not inspected', 'Nov 2, 2026'])
    expect(cells('Known flaws')).toEqual(['Not inspected', 'None found'])
    expect(cells('Damage marks')).toEqual(['Not inspected', 'None'])
    expect(cells('Primary damage')).toEqual(['Not inspected', 'None recorded'])
  })
})

test('an inspected lot says when, by whom, and what was found', async () => {
  open(with_({ inspection: { day: '2026-11-02', by: 'Northgate Inspections' } }))
  expect(await words('Known flaws')).toContain('The inspection found none beyond normal wear.')
  expect(await words('Damage')).toContain('The inspection found no damage.')
  expect(await words('Facts')).toContain('InspectionNov 2, 2026, by Northgate Inspections')
  expect(document.body.textContent).not.toContain('Not inspected')
})
