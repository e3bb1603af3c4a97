import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

afterEach(cleanup)

const Plate = ({ number }: { number: number }) => <p>Lot {number}</p>

const shown = (part: ReturnType<typeof lazyPart<{ number: number }>>) => (
  <Suspense fallback={<p>Loading</p>}>
    <part.Part number={7} />
  </Suspense>
)

test('a loaded part is shown immediately, without its fallback', async () => {
  const part = lazyPart(async () => ({ default: Plate }))
  await part.load()
  render(shown(part))
  expect(screen.getByText('Lot 7')).toBeTruthy()
})

test('a part that is not loaded is fetched once, when it is shown', async () => {
  const fetchFile = vi.fn(async () => ({ default: Plate }))
  const part = lazyPart(fetchFile)
  await act(async () => void render(shown(part)))
  expect(await screen.findByText('Lot 7')).toBeTruthy()
  part.prepare()
  expect(fetchFile).toHaveBeenCalledOnce()
})

test('a file that could not be fetched ahead of time is retried when it is shown', async () => {
  const fetchFile = vi.fn(async () => ({ default: Plate })).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const part = lazyPart(fetchFile)
  part.prepare()
  await Promise.resolve()
  await act(async () => void render(shown(part)))
  expect(await screen.findByText('Lot 7')).toBeTruthy()
})
