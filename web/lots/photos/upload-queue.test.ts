import { afterEach, describe, expect, test, vi } from 'vitest'
import { RequestError } from '#web/platform/request-error.ts'
import { createUploadQueue, slotOf, type Upload } from './upload-queue.ts'

const sendForm = vi.hoisted(() =>
  vi.fn<(given: { url: string }, onProgress: (share: number) => void) => Promise<string>>(),
)
vi.mock('#web/platform/send-form.ts', () => ({ sendForm }))

afterEach(() => sendForm.mockReset())

function queue(wait: () => Promise<void> = () => Promise.resolve(), inOrder = false) {
  let uploads: Upload[] = []
  const onSent = vi.fn<() => void>()
  const made = createUploadQueue({
    onChange: (next) => (uploads = next),
    onSent,
    inOrder,
    wait,
  })
  const add = (files: readonly File[], vehicleId = 'v') => made.add(vehicleId, files)
  return { ...made, add, onSent, states: () => uploads.map(({ state }) => state), uploads: () => uploads }
}

const file = (name: string) => new File(['content'], name)

describe('photos on their way', () => {
  test('go out two at a time, in order', async () => {
    const doors: (() => void)[] = []
    sendForm.mockImplementation(() => new Promise((done) => doors.push(() => done(''))))
    const { add, states, onSent } = queue()
    add([file('1.jpg'), file('2.jpg'), file('3.jpg')])
    expect(states()).toEqual(['sending', 'sending', 'waiting'])
    doors[0]!()
    await vi.waitFor(() => expect(states()).toEqual(['sent', 'sending', 'sending']))
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  test('of several vehicles go out one of each at a time, so that each vehicle’s arrive in order', async () => {
    const doors: (() => void)[] = []
    sendForm.mockImplementation(() => new Promise((done) => doors.push(() => done(''))))
    const { add, states, uploads } = queue(undefined, true)
    add([file('1.jpg'), file('2.jpg')], 'a')
    add([file('3.jpg')], 'b')
    expect(states()).toEqual(['sending', 'waiting', 'sending'])
    expect(uploads().map(({ vehicleId }) => vehicleId)).toEqual(['a', 'a', 'b'])
    expect(sendForm.mock.calls.map(([{ url }]) => url)).toEqual([
      expect.stringContaining('/vehicles/a/'),
      expect.stringContaining('/vehicles/b/'),
    ])
    doors[0]!()
    await vi.waitFor(() => expect(states()).toEqual(['sent', 'sending', 'sending']))
  })

  test('are sent again when the connection breaks, without a press', async () => {
    sendForm.mockRejectedValueOnce(new RequestError(0, 'Broken.', { code: 'unreachable' })).mockResolvedValue('')
    const { add, states } = queue()
    add([file('1.jpg')])
    await vi.waitFor(() => expect(states()).toEqual(['sent']))
    expect(sendForm).toHaveBeenCalledTimes(2)
  })

  test('are sent again however often the connection breaks, and wait for it while the device has none', async () => {
    sendForm.mockRejectedValue(new RequestError(0, 'Broken.', { code: 'unreachable' }))
    const { add, states } = queue(() => new Promise((resolve) => setTimeout(resolve, 1)))
    add([file('1.jpg')])
    await vi.waitFor(() => expect(sendForm.mock.calls.length).toBeGreaterThan(20))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const sent = sendForm.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sendForm.mock.calls.length).toBe(sent)
    sendForm.mockResolvedValue('')
    online.mockRestore()
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(states()).toEqual(['sent']))
  })

  test('that the server refuses say why and can be sent again', async () => {
    sendForm.mockRejectedValueOnce(new RequestError(409, 'This file is too large.', { code: 'file-too-large' }))
    sendForm.mockResolvedValue('')
    const { add, retry, states, uploads } = queue()
    add([file('1.jpg')])
    await vi.waitFor(() => expect(uploads()).toMatchObject([{ state: 'failed', message: 'This file is too large.' }]))
    retry(uploads()[0]!.key)
    await vi.waitFor(() => expect(states()).toEqual(['sent']))
  })

  test('get the place of the shot list that their names say, and no other', () => {
    expect(slotOf('1042_front-left.JPG')).toBe('front-left')
    expect(slotOf('Rear Right (2).heic')).toBe('rear-right')
    expect(slotOf('odometer.png')).toBe('odometer')
    expect(slotOf('trunk.jpg')).toBe('boot')
    expect(slotOf('IMG_4711.jpg')).toBeUndefined()
    expect(slotOf('confrontation.jpg')).toBeUndefined()
  })
})
