import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient, readOf, retryOnce, retryUnrefused, USER_KEY } from './query.ts'
import { RequestError } from './request.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  fetched.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the default read', () => {
  test('gets the query key’s segments joined with slashes and reads JSON', async () => {
    fetched.mockResolvedValue(Response.json({ title: 'Friday' }))
    const client = createQueryClient()
    expect(await client.fetchQuery({ queryKey: ['/api/auctions', 'a1'] })).toEqual({ title: 'Friday' })
    expect(fetched.mock.calls[0]).toMatchObject(['/api/auctions/a1', { method: 'GET' }])
  })

  test('fails on 401', async () => {
    fetched.mockImplementation(async () => Response.json({ message: 'Sign in first.' }, { status: 401 }))
    const client = createQueryClient()
    const read = client.fetchQuery({ queryKey: ['/api/invoices'], retry: false })
    await expect(read).rejects.toMatchObject({ status: 401, message: 'Sign in first.' })
  })

  test('returns null on 401 where requested, and only then', async () => {
    const client = createQueryClient()
    const read = () => client.fetchQuery({ queryKey: ['/api/user'], queryFn: readOf('null'), retry: false })
    fetched.mockImplementation(async () => Response.json({}, { status: 401 }))
    expect(await read()).toBeNull()
    client.clear()
    fetched.mockImplementation(async () => Response.json({ message: 'Broken' }, { status: 500 }))
    await expect(read()).rejects.toMatchObject({ status: 500 })
  })
})

describe('the constants of data fetching', () => {
  test('data is fresh for 15 minutes', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    const client = createQueryClient()
    const read = () => client.fetchQuery({ queryKey: ['/api/auctions'] })
    await read()
    await vi.advanceTimersByTimeAsync(899_999)
    await read()
    expect(fetched).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    await read()
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  test('data is kept for 30 minutes after its last use', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    const client = createQueryClient()
    const observer = new QueryObserver(client, { queryKey: ['/api/auctions'] })
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    leave()
    await vi.advanceTimersByTimeAsync(1_799_999)
    expect(client.getQueryData(['/api/auctions'])).toBeDefined()
    await vi.advanceTimersByTimeAsync(2)
    expect(client.getQueryData(['/api/auctions'])).toBeUndefined()
  })

  test('a failed read is retried once', async () => {
    fetched.mockImplementation(async () => new Response('down', { status: 503 }))
    const client = createQueryClient()
    const observer = new QueryObserver(client, { queryKey: ['/api/auctions'] })
    const leave = observer.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetched).toHaveBeenCalledTimes(2)
    leave()
  })

  test('a failed mutation is retried once', async () => {
    const action = vi.fn().mockRejectedValue(new Error('down'))
    const client = createQueryClient()
    const mutation = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn: action }))
    const done = mutation.execute(undefined).catch(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    expect(action).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['no answer', new RequestError(0, 'away')],
    ['a server that failed', new RequestError(500, 'broken')],
    ['a server that is away', new RequestError(503, 'away')],
    ['a refusal', new RequestError(409, 'Too low')],
    ['a limit', new RequestError(429, 'Too many')],
  ])('a mutation that met %s is retried once', async (_, failure) => {
    const action = vi.fn().mockRejectedValue(failure)
    const client = createQueryClient()
    const done = client
      .getMutationCache()
      .build(client, client.defaultMutationOptions({ mutationFn: action }))
      .execute(undefined)
    const ended = done.catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await ended).toBe(failure)
    expect(action).toHaveBeenCalledTimes(2)
  })

  test.each([
    [
      'a proof that the person declined to give',
      retryOnce,
      new RequestError(403, 'Enter a code', { code: 'factor-required' }),
    ],
    ['a wrong password, whose tries are limited', retryUnrefused, new RequestError(401, 'Wrong')],
  ])('a mutation that was refused for %s is not sent again', (_, retry, failure) => {
    expect(retry(0, failure)).toBe(false)
  })

  test('nothing is reloaded on a timer or on window focus', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    const client = createQueryClient()
    client.mount()
    const leave = new QueryObserver(client, { queryKey: ['/api/auctions'] }).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(900_001)
    window.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(fetched).toHaveBeenCalledTimes(1)
    leave()
    client.unmount()
  })
})

describe('a session that ended elsewhere', () => {
  const isAskedAgain = (client: ReturnType<typeof createQueryClient>) => client.getQueryState(USER_KEY)?.isInvalidated

  test('shows in the first 401: the person is reloaded', async () => {
    fetched.mockImplementation(async () => Response.json({ message: 'Sign in first.' }, { status: 401 }))
    const client = createQueryClient()
    client.setQueryData(USER_KEY, { id: 'a1' })
    await client.fetchQuery({ queryKey: ['/api/invoices'], retry: false }).catch(() => {})
    expect(isAskedAgain(client)).toBe(true)
  })

  test('is not assumed from another failure', async () => {
    fetched.mockImplementation(async () => Response.json({ message: 'No.' }, { status: 403 }))
    const client = createQueryClient()
    client.setQueryData(USER_KEY, { id: 'a1' })
    await client.fetchQuery({ queryKey: ['/api/invoices'], retry: false }).catch(() => {})
    expect(isAskedAgain(client)).toBe(false)
  })

  test('changes nothing where nobody counts as signed in', async () => {
    fetched.mockImplementation(async () => Response.json({ message: 'Sign in first.' }, { status: 401 }))
    const client = createQueryClient()
    client.setQueryData(USER_KEY, null)
    await client.fetchQuery({ queryKey: ['/api/invoices'], retry: false }).catch(() => {})
    expect(isAskedAgain(client)).toBe(false)
  })
})
