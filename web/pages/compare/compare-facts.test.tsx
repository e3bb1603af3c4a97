import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Vehicle } from '#contract/lots/lots.ts'
import { LOT } from '#web/lots/lot.test-support.ts'
import { CompareFacts } from './compare-facts.tsx'

afterEach(cleanup)

const VEHICLE: Vehicle = {
  ...LOT.vehicle,
  location: 'Reno, NV',
  titleBrand: 'theft-recovery',
  odometer: { value: 64_601, unit: 'mi', status: 'not-actual' },
  runState: 'starts',
  keys: 'present',
  inspection: null,
  damagePrimary: 'normal-wear',
  damageSecondary: 'dents-scratches',
  damageMap: [],
  year: 2010,
  body: 'saloon',
  engine: null,
  gearbox: 'dual-clutch',
  drive: 'four-selectable',
  fuel: 'plug-in-hybrid',
  colour: 'white',
  sellerKind: 'dealer',
  flaws: [],
}

test('compared facts are shown as words, never as codes', () => {
  const lots = [1001, 1002].map((lotNumber) => ({ ...LOT, id: String(lotNumber), lotNumber, vehicle: VEHICLE }))
  render(<CompareFacts lots={lots} />)
  fireEvent.click(screen.getByRole('switch', { name: 'Show all facts' }))
  expect(screen.getAllByText('Normal wear')).toHaveLength(2)
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).not.toContainEqual(
    expect.stringMatching(/^[a-z]+(-[a-z]+)*$/),
  )
})
