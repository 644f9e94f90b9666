/** Whether a text looks like an email address whose domain has a dot. */
export const isEmailAddress = (text: string): boolean => /^\S+@\S+\.[^\s.]+$/.test(text.trim())
