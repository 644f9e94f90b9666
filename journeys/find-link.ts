import { expect } from '@playwright/test'

/**
 * Returns the newest link of this mode, or to this page, mailed to an address. Without a mail server the shop prints the links.
 */
export async function findLink(output: () => string, email: string, mode: string): Promise<string> {
  const read = () => {
    // The last line may be only half here.
    const lines = output().split('\n').slice(0, -1)
    const links = lines.filter((_, index) => lines[index - 1]?.startsWith(`Mail to ${email}: `))
    return links.findLast((link) => link.includes(`mode=${mode}&`) || link.includes(`/${mode}?`))?.trim()
  }
  await expect.poll(read, `a mail to ${email} with a link to ${mode}`).toBeDefined()
  return read() ?? ''
}
