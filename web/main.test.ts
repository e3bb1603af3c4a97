import { expect, test, vi } from 'vitest'

const register = vi.hoisted(() => vi.fn(async () => {}))
const start = vi.hoisted(() => vi.fn())
vi.mock('./shell/install/service-worker.ts', () => ({ registerServiceWorker: register }))
vi.mock('./shell/start.tsx', () => ({ start }))

test('the page starts in its root element when its first screen is there, and registers the service worker once it has loaded and the browser is idle', async () => {
  document.body.innerHTML = '<div id="root"></div>'
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  await import('./main.tsx')
  await vi.waitFor(() => expect(start).toHaveBeenCalled(), 5000)
  expect(start.mock.calls[0]?.[0]).toBe(document.getElementById('root'))
  expect(register).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce(), 5000)
})
