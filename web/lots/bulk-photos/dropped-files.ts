import type { PathFile } from './match-photos.ts'

/** Chosen files with their folders, where the browser says them. */
export function chosenFiles(files: Iterable<File>): PathFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** Dropped files, and those in dropped folders at any depth. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<PathFile[]> {
  // The entries have to be taken before the first wait: the browser clears them after the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return chosenFiles(files)
  return (await Promise.all(entries.map(filesIn))).flat()
}

async function filesIn(entry: FileSystemEntry): Promise<PathFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((done, fail) => entry.file(done, fail))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const inside: FileSystemEntry[] = []
  // A reader answers with some entries at a time, and with none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (some.length === 0) break
    inside.push(...some)
  }
  return (await Promise.all(inside.map(filesIn))).flat()
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
