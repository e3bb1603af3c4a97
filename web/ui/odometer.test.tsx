// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Odometer } from './odometer.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function wantLessMotion(wanted: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wanted && query !== 'print',
    addEventListener() {},
    removeEventListener() {},
  }))
}

describe('the odometer', () => {
  it('changes only the digits that differ', async () => {
    const view = render(<Odometer amount={425000} currency="USD" />)
    const digits = [...view.container.querySelectorAll('[data-digit]')]
    const changed: Element[] = []
    const observer = new MutationObserver((records) => {
      for (const { target } of records) if (target instanceof Element) changed.push(target)
    })
    observer.observe(view.container, { subtree: true, attributes: true, attributeFilter: ['data-digit'] })
    view.rerender(<Odometer amount={435000} currency="USD" />)
    await vi.waitFor(() => expect(changed.length).toBeGreaterThan(0))
    observer.disconnect()
    expect([...view.container.querySelectorAll('[data-digit]')]).toEqual(digits)
    expect(new Set(changed)).toEqual(new Set([digits[1]]))
  })

  it('keeps its columns when the price grows by a digit', () => {
    const view = render(<Odometer amount={999000} currency="USD" />)
    const last = [...view.container.querySelectorAll('[data-digit]')].at(-1)
    view.rerender(<Odometer amount={1_000_000} currency="USD" />)
    expect([...view.container.querySelectorAll('[data-digit]')].at(-1)).toBe(last)
  })

  it('is read out as one price', () => {
    const { container } = render(<Odometer amount={425000} currency="USD" />)
    expect(container.querySelector('.sr-only')?.textContent).toBe('$4,250')
    expect(container.querySelector('.odometer')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('rolls, or with reduced motion flashes once per change', () => {
    wantLessMotion(true)
    const view = render(<Odometer amount={425000} currency="USD" />)
    const price = view.container.querySelector('.odometer')
    expect(price?.getAttribute('data-motion')).toBe('flash')
    expect(price?.getAttribute('data-beat')).toBe('still')
    view.rerender(<Odometer amount={430000} currency="USD" />)
    expect(price?.getAttribute('data-beat')).toBe('odd')
    view.rerender(<Odometer amount={435000} currency="USD" />)
    expect(price?.getAttribute('data-beat')).toBe('even')
    cleanup()
    wantLessMotion(false)
    const other = render(<Odometer amount={425000} currency="USD" />)
    expect(other.container.querySelector('.odometer')?.getAttribute('data-motion')).toBe('roll')
  })
})
