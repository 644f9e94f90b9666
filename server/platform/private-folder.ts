import { chmod, mkdir } from 'node:fs/promises'

/** Creates a folder, or closes one that is there, so that only the user of the shop reads what people upload. */
export async function createPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}
