import type { Encoding } from '#contract/table-reading.ts'

/** Lists the upper halves of the code pages of DOS, which TextDecoder does not know. */
const upperHalves: Partial<Record<Encoding, string>> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/** Decodes bytes that come in pieces. What cannot be decoded becomes U+FFFD. */
export interface TextReader {
  decode: (bytes?: Uint8Array, options?: { stream: boolean }) => string
}

export function createTextReader(encoding: Encoding): TextReader {
  const upper = upperHalves[encoding]
  if (upper === undefined) return new TextDecoder(encoding)
  return {
    decode: (bytes = new Uint8Array()) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/[\u0080-\u00ff]/g, (sign) => upper[sign.charCodeAt(0) - 128] ?? '\ufffd'),
  }
}
