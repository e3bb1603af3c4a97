/** Made when its file is loaded. */
export function late<T extends object>(make: () => T): () => T {
  const made = make()
  return () => made
}

export function readLanguageSoon(): void {}
