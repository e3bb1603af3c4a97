// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ImportMapping, ImportPreview } from '#contract/lots/import.ts'
import { ImportColumns } from './import-columns.tsx'

afterEach(cleanup)

const MAPPING: ImportMapping = { columns: {}, fixed: {}, words: {}, odometerUnit: null, decimal: '.', source: '' }

function open() {
  const header = ['Type', 'Laufleistung (km)', 'Consignor']
  const preview: ImportPreview = {
    header,
    mapping: MAPPING,
    isRemembered: false,
    currency: 'USD',
    missing: [],
    rows: [],
    unknownWords: [],
  }
  const onChange = vi.fn<(mapping: ImportMapping) => void>()
  render(<ImportColumns preview={preview} mapping={MAPPING} unknownWords={[]} onChange={onChange} />)
  return onChange
}

test('a column whose name says the unit of distance sets it when it is chosen as the odometer', () => {
  const onChange = open()
  fireEvent.change(screen.getByLabelText('Odometer'), { target: { value: '1' } })
  expect(onChange).toHaveBeenLastCalledWith({ ...MAPPING, columns: { odometer: 1 }, odometerUnit: 'km' })
})

test('the type of the seller and the seller have different labels', () => {
  open()
  expect(screen.getByLabelText('Seller type')).toBeTruthy()
  expect(screen.getByLabelText('Seller code or name')).toBeTruthy()
})
