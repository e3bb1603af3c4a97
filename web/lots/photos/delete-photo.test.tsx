import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import { PhotoGrid } from './photo-grid.tsx'

afterEach(cleanup)

const PHOTO: VehiclePhoto = {
  id: '019ab000-0000-7000-8000-000000000001',
  slot: 'front-left',
  state: 'ready',
  failure: null,
  rotation: 0,
  url: '/photos/one-960.webp',
  width: 960,
  height: 640,
  placeholder: null,
  pins: [],
}

function show(isPublished: boolean, photo: VehiclePhoto = PHOTO) {
  const onRemove = vi.fn()
  const actions = { onChange: vi.fn(), onPins: vi.fn(), onRetry: vi.fn(), onRemove }
  render(<PhotoGrid items={[photo]} isPublished={isPublished} onOrder={vi.fn()} actionsOf={() => actions} />)
  return onRemove
}

const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('a photo that bidders have seen is deleted only with a reason', () => {
  const onRemove = show(true)
  press(/^Delete(?! for good)/)
  press(/^Delete for good/)
  expect(screen.getByText('Give a reason.')).toBeTruthy()
  expect(onRemove).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Reason for deletion'), { target: { value: ' Another car ' } })
  press(/^Delete for good/)
  expect(onRemove.mock.calls).toEqual([['Another car']])
})

test('one that nobody has seen needs two presses and no reason', () => {
  const onRemove = show(true, { ...PHOTO, state: 'failed', failure: 'unreadable', url: null })
  press(/^Delete(?! for good)/)
  expect(screen.queryByLabelText('Reason for deletion')).toBeNull()
  press(/^Delete for good/)
  expect(onRemove.mock.calls).toEqual([[]])
})
