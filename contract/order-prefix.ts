/** Whether order numbers may begin with this, in capital or small letters: a digit at the end would read as one of the number. */
export const isOrderPrefix = (text: string): boolean => text === '' || /^(?=.*[A-Z])[A-Z0-9-]*[A-Z-]$/i.test(text)
