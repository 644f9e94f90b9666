import { expect } from '@playwright/test'

/** The newest link of this mode, or to this page, that the shop has mailed to an address. Without a mail server it says its mails' links aloud. */
export async function findLink(said: () => string, email: string, mode: string): Promise<string> {
  const read = () => {
    // The last line may be only half here.
    const lines = said().split('\n').slice(0, -1)
    const links = lines.filter((_, index) => lines[index - 1]?.startsWith(`Mail to ${email}: `))
    return links.findLast((link) => link.includes(`mode=${mode}&`) || link.includes(`/${mode}?`))?.trim()
  }
  await expect.poll(read, `a mail to ${email} with a link to ${mode}`).toBeDefined()
  return read() ?? ''
}
