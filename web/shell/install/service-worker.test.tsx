import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const reload = vi.fn()
vi.mock('../../platform/leave.ts', () => ({ reloadFresh: () => reload() }))
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => vi.resetModules())

afterEach(() => {
  cleanup()
  reload.mockClear()
  logged.mockClear()
  vi.unstubAllGlobals()
})

class Worker extends EventTarget {
  state = 'installing'
  postMessage = vi.fn()
}

function browser({ controlled, waiting = null }: { controlled: boolean; waiting?: Worker | null }) {
  const registration = Object.assign(new EventTarget(), { waiting, installing: new Worker() })
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? new Worker() : null,
    register: vi.fn(async () => registration),
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
  return { registration, container }
}

async function registered() {
  const { registerServiceWorker } = await import('./service-worker.ts')
  const { UpdateNotice } = await import('./update-notice.tsx')
  await registerServiceWorker()
  render(<UpdateNotice />)
}

const offer = () => screen.queryByRole('button', { name: 'Update now' })

function arrives({ installing }: { installing: Worker } & EventTarget) {
  act(() => {
    installing.state = 'installed'
    installing.dispatchEvent(new Event('statechange'))
  })
}

test('/sw.js is registered as the service worker', async () => {
  const { container } = browser({ controlled: false })
  await registered()
  expect(container.register).toHaveBeenCalledExactlyOnceWith('/sw.js')
})

test('a registration that fails is logged only', async () => {
  const { container } = browser({ controlled: false })
  container.register.mockRejectedValue(new Error('insecure'))
  await registered()
  expect(logged).toHaveBeenCalledOnce()
})

test('a newer version is offered, takes over on request, and is loaded past the caches', async () => {
  const { registration, container } = browser({ controlled: true })
  await registered()
  expect(offer()).toBeNull()
  registration.dispatchEvent(new Event('updatefound'))
  arrives(registration)
  fireEvent.click(offer() as HTMLElement)
  expect(registration.installing.postMessage).toHaveBeenCalledExactlyOnceWith('take-over')
  expect(reload).not.toHaveBeenCalled()
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})

test('a newer version waiting since an earlier visit is offered too', async () => {
  browser({ controlled: true, waiting: new Worker() })
  await registered()
  expect(offer()).not.toBeNull()
})

test('a browser’s first worker is not an update', async () => {
  const { registration } = browser({ controlled: false })
  await registered()
  registration.dispatchEvent(new Event('updatefound'))
  arrives(registration)
  expect(offer()).toBeNull()
})
