declare module 'heic-decode' {
  type Pixels = { width: number; height: number; data: Uint8ClampedArray }
  type Undecoded = { width: number; height: number; decode(): Promise<Pixels> }
  const heicDecode: { all(given: { buffer: Uint8Array }): Promise<Undecoded[] & { dispose(): void }> }
  export default heicDecode
}
