"""One line of the table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measured promise. `unit` is x for a ratio of two programs' times, bytes or memories."""

    work: str
    value: float
    must: float | None
    aim: float | None
    unit: str = "x"
    detail: str = ""

    @property
    def verdict(self) -> str:
        if self.must is None:
            return ""
        if self.value > self.must:
            return "fails"
        return "aim" if self.aim is not None and self.value <= self.aim else "holds"
