/** The page names its own font from the start. */
export function useFallbackFont(): void {}

export async function showOwnFace(): Promise<void> {}
