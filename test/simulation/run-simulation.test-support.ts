import { spawn } from 'node:child_process'
import path from 'node:path'

const MAIN = path.join(import.meta.dirname, 'main.ts')

/** Runs the simulation in a separate process, since it replaces that process's clocks and sockets. */
export function simulated(...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, NODE_ENV: 'test' } })
    let said = ''
    child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}
