"""Letters that look like Latin ones, from Unicode's table of confusables (UTS #39), as small letters.

The key of a user name is kept in the database, so this table is fixed: with another one people could not log in any
more. Packages that bring the table along change it with every version of Unicode.
"""

from __future__ import annotations

#: By the Latin letters, or digits, that they look like.
_LOOKALIKES = {
    "2": "ƨϩᒿꙅꝛ",
    "3": "ȝɜʒзӡⳍꝫ𑣊𖼻",
    "4": "Ꮞ𑣏",
    "5": "𑣛",
    "6": "бᏮⳓ𑣕",
    "7": "𐓺𑣆",
    "8": "ȣ𐌚",
    "9": "ⳋꝯ𑣌𑣖",
    "a": "ɑαаᎪᗅꓮ𐊠𖽀",
    "aa": "ꜳ",
    "ae": "æӕ",
    "ao": "ꜵ",
    "au": "ꜷ",
    "av": "ꜹꜻ",
    "ay": "ꜽ",
    "b": "ƅвьᏏᏴᑲᖯᗷꓐ𐊂𐊡𐌁",
    "bl": "ы",
    "c": "сᏟᴄⲥꓚ𐊢𐌂𐐽𐔜",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "dz": "ʣ",
    "e": "εеҽᎬⴹꓰꬲ𐊆𑣎",
    "f": "ϝքᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂",
    "g": "ƍɡԍցᏀᏳᶃꓖ",
    "h": "ηнһհᎻᏂᕼⲏꓧ𐋏",
    "i": "ıɩɪιіӏᎥꙇ𑣃",
    "j": "ʝϳјᎫᒍꓙ",
    "k": "κкᏦᛕⲕꓗ𐔘",
    "l": "ǀוןاߊᏞᒪᛁⲓⳑⵏꓡꓲ𐊊𐌉𐑃𐔦𑣒𖼖𖼨",
    "ll": "ǁװ",
    "lo": "ю",
    "ls": "ʪ",
    "lz": "ʫ",
    "m": "μϻмᎷᗰᛖⲙꓟ𐊰𐌑",
    "n": "ոռⲛꓠ𐔓",
    "o": "οσоօסهھہەଠഠဝჿዐᴏᴑⲟⵔꓳꬽ𐊒𐊫𐐬𐓪𐔖𑣈𑣗",
    "oe": "œ",
    "oo": "ꚙꝏ",
    "p": "ρрᏢᑭⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ʀгᎡᎱᏒᖇᴦⲅꓣꭇꭈ𐓜𖼵",
    "rn": "𑜀",
    "s": "ƽѕտᏕᏚꓢꜱ𐊖𐑈𑣁𖼺",
    "ss": "βᏰꞵ",
    "t": "τтᎢⲧꓔ𐊗𐊱𐌕𖼊",
    "t3": "ꜩ",
    "tf": "ꝷ",
    "ts": "ʦ",
    "u": "ʋυսሀᑌᴜꓴꞟꭎꭒ𐓶𑣘𖽂",
    "ue": "ᵫ",
    "uo": "ꭣ",
    "v": "νѵטᏙᐯᴠⴸꓦꛟ𐔝𑜆𑣀𖼈",
    "w": "ɯѡԝաᎳᏔᴡꓪ𑜊𑜎𑜏",
    "x": "χхᕁᕽᚷⲭⵝꓫꭓ𐊐𐊴𐌗𐔧",
    "y": "ɣʏγуүყᎩᎽᶌỿⲩꓬꭚ𐊲𑣜𖽃",
    "z": "ζᏃᴢꓜ𑣄𑣉",
}

#: For ``str.translate``, after case folding. What looks alike among the Latin letters and digits themselves follows: a
#: capital I is a small l in many fonts, so ``i`` counts as ``l`` as well.
LATIN_LOOKALIKES: dict[int, str] = {ord(letter): latin for latin, letters in _LOOKALIKES.items() for letter in letters}
LATIN_CONFUSABLES: dict[int, str] = str.maketrans({"i": "l", "1": "l", "0": "o", "m": "rn", "w": "vv"})
