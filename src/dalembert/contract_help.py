"""Help of classes that fill a contract: their own arguments and methods, not what machinery asks of every one."""

from __future__ import annotations

from abc import ABCMeta


class ContractClass(ABCMeta):
    """Classes of a contract: `help` of one that can be made shows its arguments, and what it documents itself.

    What machinery asks of each of them stands in the help of the contract, such as `da.extend.Joint`,
    `da.methods.Method` or `da.contacts.ImpactLaw`.
    """

    def __dir__(cls) -> list[str]:
        is_contract = not any(isinstance(base, ContractClass) for base in cls.__mro__[1:])
        if cls.__abstractmethods__ or is_contract:
            return list(super().__dir__())
        return [name for name, value in vars(cls).items() if not name.startswith("_") and value.__doc__]
